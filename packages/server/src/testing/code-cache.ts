/**
 * Compiled code for servers and commands that tests start, where the run names a folder of it: each would compile all of
 * it again on its empty data folder.
 */
export const codeCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
