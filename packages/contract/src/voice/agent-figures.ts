/** Cost and latency as every agent shows them (CONST-06, SP-43); the computed estimate stands beside them. */
export const displayedCost = '$0.125/min';
export const displayedLatency = '500-1100ms';
