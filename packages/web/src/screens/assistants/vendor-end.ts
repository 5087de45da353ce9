const vendorEndsAt = Date.UTC(2026, 7, 26);

/** Whether OpenAI has ended the service that its assistants ran on. */
export function hasVendorEnded(now = Date.now()): boolean {
  return now >= vendorEndsAt;
}
