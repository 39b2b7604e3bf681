proc p {} {puts "a"� x}; p
puts [format "b"é c]
puts {a}€