import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'

interface Props {
  data: Record<string, unknown>[]
  series: { name: string; label: string; color: string }[]
  stacked?: boolean
}

/** A chunk of its own: the chart library is as large as the rest of the app. */
export default function Bars({ data, series, stacked }: Props) {
  return (
    <BarChart
      h="15rem"
      data={data}
      dataKey="label"
      type={stacked ? 'stacked' : 'default'}
      series={series}
      withLegend={stacked}
      legendProps={{ itemSorter: null }} // keeps the order of the series
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 12 }}
      barProps={{ radius: stacked ? 0 : [5, 5, 0, 0], isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, margin: { top: 10, right: 4 } }}
      maxBarWidth={34}
      yAxisProps={{ allowDecimals: false, width: 34 }}
    />
  )
}
