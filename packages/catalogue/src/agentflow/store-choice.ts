/** A knowledge base as forms keep it: its id, in files of others followed by a colon and its name. */
export function readStoreChoice(chosen: string): { id: string; name: string } {
  const [id = '', ...name] = chosen.split(':');
  return { id: id.trim(), name: name.join(':').trim() };
}
