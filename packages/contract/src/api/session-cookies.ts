/** Cookie that the page reads and echoes in `csrfHeader` on every write. */
export const csrfCookie = 'csrf_token';
export const csrfHeader = 'x-csrf-token';
