// An optimiser's loop in C++17: edit, update, ask; and parasitics from memory, as a placer has them.
//
//   sizing FOLDER    where FOLDER is examples/pulse

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "zeroslack.h"

namespace {

// A call that fails throws.
void check(zs_status status) {
    if (status != ZS_OK) throw std::runtime_error(zs_last_error());
}

// Handles that free themselves.
template <typename T, void (*Free)(T *)>
struct Freer {
    void operator()(T *handle) const { Free(handle); }
};
template <typename T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Freer<T, Free>>;
using Files = Handle<zs_files, zs_files_free>;
using Session = Handle<zs_session, zs_session_free>;
using Mark = Handle<zs_mark, zs_mark_free>;
using Paths = Handle<zs_paths, zs_paths_free>;
using Diagnostics = Handle<zs_diagnostics, zs_diagnostics_free>;

// As much of the interface as this example needs, with values instead of places for them.
class Design {
  public:
    explicit Design(const zs_files *files) {
        zs_session *loaded = nullptr;
        check(zs_load(files, &loaded));
        session.reset(loaded);
    }

    zs_session *get() const { return session.get(); }

    Mark mark() const {
        zs_mark *made = nullptr;
        check(zs_mark_new(get(), &made));
        return Mark(made);
    }

    Diagnostics warnings() const {
        zs_diagnostics *taken = nullptr;
        check(zs_take_warnings(get(), &taken));
        return Diagnostics(taken);
    }

    Paths worst_paths(zs_split split, size_t count) const {
        zs_paths *found = nullptr;
        check(zs_find_worst_paths(get(), ZS_FIRST, split, count, &found));
        return Paths(found);
    }

    double worst_slack(zs_split split) const {
        zs_endpoint_slack worst;
        size_t count = 0;
        check(zs_get_worst_endpoints(get(), ZS_FIRST, split, &worst, 1, &count));
        return count == 1 ? worst.slack : NAN;
    }

    std::vector<double> slacks(zs_split split) const {
        zs_counts counts;
        check(zs_get_counts(get(), &counts));
        std::vector<double> values(counts.pin_ids);
        check(zs_slacks(get(), ZS_FIRST, split, ZS_ANY, values.data(), values.size()));
        return values;
    }

    zs_master find_master(const char *name) const {
        zs_master found = ZS_NONE;
        check(zs_find_master(get(), name, &found));
        return found;
    }

    zs_master master(zs_cell cell) const {
        zs_master found = ZS_NONE;
        check(zs_cell_master(get(), cell, &found));
        return found;
    }

    zs_cell pin_cell(zs_pin pin) const {
        zs_cell found = ZS_NONE;
        check(zs_pin_cell(get(), pin, &found));
        return found;
    }

    zs_net pin_net(zs_pin pin) const {
        zs_net found = ZS_NONE;
        check(zs_pin_net(get(), pin, &found));
        return found;
    }

    std::vector<zs_pin> net_pins(zs_net net) const {
        const zs_pin *pins = nullptr;
        uint32_t count = 0;
        check(zs_net_pins(get(), net, &pins, &count));
        return {pins, pins + count};
    }

    bool is_driver(zs_pin pin) const {
        bool is_driver = false;
        check(zs_pin_is_driver(get(), pin, &is_driver));
        return is_driver;
    }

    std::string cell_name(zs_cell cell) const {
        return text([&](char *buffer, size_t capacity, size_t *length) {
            return zs_cell_name(get(), cell, buffer, capacity, length);
        });
    }

    std::string master_name(zs_master master) const {
        return text([&](char *buffer, size_t capacity, size_t *length) {
            return zs_master_name(get(), master, buffer, capacity, length);
        });
    }

    std::string pin_name(zs_pin pin) const {
        return text([&](char *buffer, size_t capacity, size_t *length) {
            return zs_pin_name(get(), pin, buffer, capacity, length);
        });
    }

    std::string path_text(const zs_paths *paths, size_t index) const {
        return text([&](char *buffer, size_t capacity, size_t *length) {
            return zs_paths_text(get(), paths, index, false, buffer, capacity, length);
        });
    }

  private:
    // Asks how long a text is, then for the text.
    template <typename Ask>
    static std::string text(Ask ask) {
        size_t length = 0;
        check(ask(nullptr, 0, &length));
        std::string text(length + 1, '\0');
        check(ask(text.data(), text.size(), nullptr));
        text.resize(length);
        return text;
    }

    Session session;
};

std::vector<zs_step> steps(const zs_paths *paths, size_t index) {
    zs_path_end end;
    check(zs_paths_end(paths, index, &end));
    std::vector<zs_step> steps(end.data_steps);
    size_t count = 0;
    check(zs_paths_steps(paths, index, ZS_DATA, steps.data(), steps.size(), &count));
    return steps;
}

Design load(const std::string &folder) {
    Files files(zs_files_new());
    const auto file = [&](const char *name) { return folder + "/" + name; };
    check(zs_files_add_liberty(files.get(), ZS_EARLY, file("pulse_fast.lib").c_str()));
    check(zs_files_add_liberty(files.get(), ZS_LATE, file("pulse_slow.lib").c_str()));
    check(zs_files_add_verilog(files.get(), file("pulse.v").c_str()));
    check(zs_files_add_spef(files.get(), file("pulse.spef").c_str(), nullptr));
    check(zs_files_set_sdc(files.get(), file("pulse.sdc").c_str()));
    return Design(files.get());
}

void print_warnings(const Design &design) {
    const Diagnostics warnings = design.warnings();
    std::printf("%zu warnings\n", zs_diagnostics_count(warnings.get()));
    for (size_t index = 0; index < zs_diagnostics_count(warnings.get()); ++index) {
        zs_diagnostic warning;
        check(zs_diagnostics_get(warnings.get(), index, &warning));
        std::printf("%s %s:%u: %s\n", warning.id, warning.file ? warning.file : "", warning.line, warning.text);
    }
}

void print_summary(const Design &design, const char *when) {
    double wns = 0, tns = 0;
    check(zs_get_wns_tns(design.get(), ZS_FIRST, ZS_LATE, &wns, &tns));
    const std::vector<double> slacks = design.slacks(ZS_LATE);
    // Where there is no slack it is NaN, which is not less than 0.
    const auto failing = std::count_if(slacks.begin(), slacks.end(), [](double slack) { return slack < 0; });
    std::printf("%s: WNS %.4f ps, TNS %.4f ps, %zu pins with negative slack\n", when, wns, tns, (size_t)failing);
}

// The library cell of the same function in another size, `ZL_AND2_X2` for `ZL_AND2_X1`; `ZS_NONE` if there is none.
zs_master other_size(const Design &design, zs_master master) {
    std::string name = design.master_name(master);
    char &size = name.back();
    if (size != '1' && size != '2') return ZS_NONE;
    size = size == '1' ? '2' : '1';
    return design.find_master(name.c_str());
}

// Tries each cell on the worst path in another size, and keeps what helps.
void size_cells(const Design &design) {
    double best = design.worst_slack(ZS_LATE);
    const Paths worst = design.worst_paths(ZS_LATE, 1);
    for (const zs_step &step : steps(worst.get(), 0)) {
        const zs_cell cell = design.is_driver(step.pin) ? design.pin_cell(step.pin) : ZS_NONE;
        const zs_master other = cell == ZS_NONE ? ZS_NONE : other_size(design, design.master(cell));
        if (other == ZS_NONE) continue;
        const Mark mark = design.mark();
        check(zs_set_master(design.get(), cell, other));
        // From here to the update all results are `ZS_STALE`: no old answer can be had.
        check(zs_update(design.get()));
        const double slack = design.worst_slack(ZS_LATE);
        const bool is_better = slack > best;
        std::printf("%s as %s: %.4f ps, %s\n", design.cell_name(cell).c_str(), design.master_name(other).c_str(),
                    slack, is_better ? "kept" : "undone");
        if (is_better) {
            best = slack;
        } else {
            check(zs_undo(design.get(), mark.get()));
        }
    }
    check(zs_update(design.get()));
}

// Gives each net of the worst path wires as if all its pins lay in one row, 10 um apart: 0.2 fF and 0.01 kOhm each um.
void place_in_a_row(const Design &design) {
    std::vector<zs_net> nets;
    std::vector<uint32_t> first{0};
    std::vector<zs_pin> pins;
    std::vector<float> capacitances, resistances;
    const Paths worst = design.worst_paths(ZS_LATE, 1);
    for (const zs_step &step : steps(worst.get(), 0)) {
        const zs_net net = design.is_driver(step.pin) ? design.pin_net(step.pin) : ZS_NONE;
        if (net == ZS_NONE) continue;
        nets.push_back(net);
        // The driver comes first.
        pins.push_back(step.pin);
        capacitances.push_back(0);
        resistances.push_back(0);
        float distance = 0;
        for (const zs_pin pin : design.net_pins(net)) {
            if (pin == step.pin) continue;
            distance += 10;
            pins.push_back(pin);
            capacitances.push_back(0.2f * distance);
            resistances.push_back(0.01f * distance);
        }
        first.push_back((uint32_t)pins.size());
    }
    check(zs_set_stars(design.get(), ZS_FIRST, nets.data(), nets.size(), first.data(), pins.data(),
                       capacitances.data(), resistances.data()));
    check(zs_update(design.get()));
}

void print_worst_paths(const Design &design, size_t count) {
    const Paths worst = design.worst_paths(ZS_LATE, count);
    for (size_t index = 0; index < zs_paths_count(worst.get()); ++index) {
        zs_path_end end;
        check(zs_paths_end(worst.get(), index, &end));
        std::printf("%s: %.4f ps over %zu pins\n", design.pin_name(end.pin).c_str(), end.slack, end.data_steps);
    }
    std::printf("\n%s", design.path_text(worst.get(), 0).c_str());
}

}  // namespace

int main(int count, char **arguments) {
    if (count != 2) {
        std::cerr << "usage: sizing FOLDER, where FOLDER is examples/pulse\n";
        return EXIT_FAILURE;
    }
    try {
        const Design design = load(arguments[1]);
        print_warnings(design);
        print_summary(design, "loaded");
        size_cells(design);
        print_summary(design, "sized");
        place_in_a_row(design);
        print_summary(design, "placed");
        print_worst_paths(design, 3);
    } catch (const std::exception &error) {
        std::cerr << error.what() << "\n";
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
