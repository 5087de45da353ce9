import { refreshIndexes } from './catalogue/catalogue-indexes.ts';
import { repositoryRoot } from './repository-root.ts';

const written = refreshIndexes(repositoryRoot);
console.log(written.length > 0 ? `Written: ${written.join(', ')}` : 'The catalogue is indexed.');
