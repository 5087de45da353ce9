import { defineTexts } from '../texts.ts';

/** The document behind a citation. */
export const citationTexts = defineTexts('citations', {
  opening: 'Opening the document…',
  failed: 'The document could not be opened',
  gone: 'The file is no longer stored. This is the passage that was used.',
  older: 'This is the version that was cited. The knowledge base has changed since.',
  page: 'Page',
  pageOf: 'Page {{page}} of {{count}}',
  pageShown: 'Page {{page}} of {{count}} of {{name}}, with the cited lines marked',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  citedPage: 'Cited page',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  tools: 'Page and zoom',
  content: 'Content of {{name}}',
  before: 'The document begins earlier',
  after: 'The document goes on',
  passage: 'Passage',
  playFrom: 'Play from {{time}}',
  sound: 'Recording {{name}}',
  section: 'Section',
  slide: 'Slide {{slide}}',
  cells: 'Cited: {{cells}}',
  openDocument: 'Open document',
});
