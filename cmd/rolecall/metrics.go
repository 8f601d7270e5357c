package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// remoteMetrics gathers the metrics of another process of the platform, without those that this process has as well
// (Go runtime, process). It gathers nothing while that process is down.
func remoteMetrics(url string) prometheus.Gatherer {
	client := &http.Client{Timeout: 2 * time.Second}
	return prometheus.GathererFunc(func() ([]*dto.MetricFamily, error) {
		req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		res, err := client.Do(req)
		if err != nil {
			return nil, nil
		}
		defer res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return nil, nil
		}
		parser := expfmt.NewTextParser(model.LegacyValidation)
		families, err := parser.TextToMetricFamilies(res.Body)
		if err != nil {
			return nil, fmt.Errorf("read the metrics of the crawler: %w", err)
		}
		var out []*dto.MetricFamily
		for name, f := range families {
			if !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") && !strings.HasPrefix(name, "promhttp_") {
				out = append(out, f)
			}
		}
		return out, nil
	})
}
