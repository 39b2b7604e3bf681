//! The workloads that search paths.

use std::sync::Arc;

use zeroslack::paths::{PathQuery, PathSearch, PathTree, SearchGraph, Searched};
use zeroslack::timing::ClockForest;
use zeroslack::{LoadError, Progress};

use super::super::args::Workload;
use super::queries::on_cpu;
use super::workload::Bench;

impl Bench<'_> {
    /// The k worst paths before CPPR, on the CPU.
    pub(crate) fn paths(
        &mut self,
        searched: &Searched<'_>,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let mut search_graph = SearchGraph::default();
        let fill = |_: &mut Self| {
            search_graph.fill(searched);
            Ok(())
        };
        self.workload(Workload::Forest, None, |()| pins, fill, progress)?;
        self.lists((Workload::Paths, pins), progress, |query| {
            search_graph.fill(searched);
            Ok(PathSearch::new(searched.graph, searched.timing, &search_graph).find(query))
        })
    }

    /// The same after CPPR.
    pub(crate) fn cppr_paths(
        &mut self,
        searched: &Searched<'_>,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let (graph, timing) = (searched.graph, searched.timing);
        let mut search_graph = SearchGraph::default();
        self.lists((Workload::CpprPaths, pins), progress, |query| {
            let clocks = Arc::new(ClockForest::new(graph, timing));
            search_graph.fill(&Searched { clocks: Some(&clocks), ..*searched });
            Ok(PathSearch::new(graph, timing, &search_graph).find(query))
        })
    }

    /// Lists of each number of paths: exact ones; and, of those before CPPR, with each limit of deviations.
    pub(crate) fn lists(
        &mut self,
        (workload, pins): (Workload, f64),
        progress: &dyn Progress,
        mut find: impl FnMut(&PathQuery) -> Result<PathTree, LoadError>,
    ) -> Result<(), LoadError> {
        let limits = self.arguments.max_deviations.iter().filter(|_| workload == Workload::Paths);
        let limits: Vec<Option<u32>> = std::iter::once(None).chain(limits.copied().map(Some)).collect();
        for &k in self.arguments.k.iter().filter(|_| self.arguments.is_wanted(workload)) {
            let mut exact = None;
            for &max_deviations in &limits {
                let query = PathQuery { max_deviations, ..PathQuery::new(k) };
                let found = self.workload(workload, Some(k), |_| pins, |_| find(&query), progress)?;
                self.note_depth(workload, &found);
                self.note_limit(max_deviations, exact.as_ref().map(|exact| *exact == found));
                exact.get_or_insert(found);
            }
        }
        Ok(())
    }

    /// Constrained queries on the CPU.
    pub(crate) fn cpu_queries(
        &mut self,
        searched: &Searched<'_>,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let mut find = on_cpu(searched);
        self.queries(searched.graph, pins, progress, &mut find)?;
        self.constrained(searched, progress, &mut find)
    }
}
