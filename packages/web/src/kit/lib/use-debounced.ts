import { useEffect, useState } from 'react';

/** A value that follows another one only after it has rested for a while. */
export function useDebounced<V>(value: V, restMs: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
