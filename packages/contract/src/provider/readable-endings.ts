/** The endings of files that are read by their kind, besides those of plain text and source code. */
export const readableEndings: readonly string[] = [
  ...['pdf', 'docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'ppsx', 'odt', 'ods', 'odp', 'epub'],
  ...['html', 'htm', 'xhtml', 'md', 'markdown', 'mdx', 'csv', 'tsv', 'tab', 'json', 'jsonl', 'ndjson'],
  ...['eml', 'mbox', 'txt', 'text', 'log', 'rst', 'yaml', 'yml', 'toml', 'ini', 'srt', 'vtt'],
  ...['jsx', 'tsx', 'mjs', 'cjs', 'kt', 'cc', 'hpp', 'sh', 'bash', 'lua', 'dart', 'ex', 'hs', 'r', 'ps1'],
];
