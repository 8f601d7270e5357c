module rolecall/bench/peers/river

go 1.26.0
