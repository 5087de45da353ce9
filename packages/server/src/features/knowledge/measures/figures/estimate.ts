/** A figure over all questions, with the interval that holds the true one in 95 of 100 cases. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}
