/** Fixed cost and latency shown for every agent; the computed estimate is shown beside them. */
export const displayedCost = '$0.125/min';
export const displayedLatency = '500-1100ms';
