module rolecall/bench/peers/pocketbase

go 1.26.0
