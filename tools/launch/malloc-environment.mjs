/**
 * What keeps the memory outside the heap small, where the C library is glibc; others ignore it. Each thread of Node would
 * keep an area of its own of what it once needed, and what was freed would be kept in ever larger pieces.
 */
const limits = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: String(1024 * 1024) };

/** The environment with limits of memory; those that are given, in either way glibc knows, take precedence. */
export function mallocEnvironment(environment) {
  return { ...(environment.GLIBC_TUNABLES?.includes('glibc.malloc.') ? {} : limits), ...environment };
}
