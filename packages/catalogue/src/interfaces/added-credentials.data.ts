/** Sign-ins that nodes take beside the secrets of their interface. */
export const addedCredentials: Readonly<Record<string, readonly string[]>> = {
  confluence: ['atlassianOAuth2'],
  github: ['githubOAuth2'],
  notionDB: ['notionOAuth2'],
  notionPage: ['notionOAuth2'],
};
