import { useEffect, useState } from 'react';

/** A debounced value. */
export function useDebounced<V>(value: V, restMs: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
