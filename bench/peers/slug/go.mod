module rolecall/bench/peers/slug

go 1.26.0

require github.com/gosimple/slug v1.15.0

require github.com/gosimple/unidecode v1.0.1 // indirect
