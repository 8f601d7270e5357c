module rolecall/bench/peers/proxy

go 1.26.0
