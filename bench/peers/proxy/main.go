// Command proxy is the plainest reverse proxy that the standard library makes.
package main

import (
	"flag"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	address := flag.String("address", "127.0.0.1:0", "where to listen")
	to := flag.String("to", "", "base address of the service")
	flag.Parse()
	base, err := url.Parse(*to)
	if err != nil {
		log.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(base)
	proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 128, DisableCompression: true}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, os.Interrupt)
	go func() { <-ended; os.Exit(0) }()
	log.Fatal(http.ListenAndServe(*address, proxy))
}
