/** Loaded before the server: on a signal it collects its garbage, so that what is left is what is held. */
process.on('SIGUSR2', () => globalThis.gc?.());
