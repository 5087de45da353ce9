const vendorEndsAt = Date.UTC(2026, 7, 26);

/** Whether OpenAI has shut down its Assistants API. */
export function hasVendorEnded(now = Date.now()): boolean {
  return now >= vendorEndsAt;
}
