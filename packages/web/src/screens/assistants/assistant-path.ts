/** Where a custom assistant is set up. */
export const assistantPath = (id: string) => `/assistants/custom/${id}`;
