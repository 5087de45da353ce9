/** Where a template is looked at; with the cursor in its chat when it is to be tried. */
export function templatePath(id: string, isTried = false): string {
  return `/marketplace/${id}${isTried ? '?try=1' : ''}`;
}
