/** Cost and latency as every agent shows them; the computed estimate stands beside them. */
export const displayedCost = '$0.125/min';
export const displayedLatency = '500-1100ms';
