import { parentPort } from 'node:worker_threads';
import { CodeMatrix } from './code-matrix.ts';
import type { MatrixAnswer, MatrixRequest } from './matrix-message.ts';

type Search = Extract<MatrixRequest, { kind: 'search' }>;

const matrices = new Map<number, CodeMatrix>();
let searches: Search[] = [];

function answer(message: MatrixAnswer, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function require(matrix: number): CodeMatrix {
  const found = matrices.get(matrix);
  if (!found) throw new Error('There is no such matrix.');
  return found;
}

/** Those of one matrix together: it is read once for all of them. */
function searchAll(): void {
  const waiting = searches;
  searches = [];
  for (const [matrix, own] of Map.groupBy(waiting, (search) => search.matrix)) {
    try {
      const found = require(matrix).search(own.map(({ question }) => question));
      for (const [at, { id }] of own.entries()) answer({ id, found: found[at] ?? [] });
    } catch (error) {
      for (const { id } of own) answer({ id, fault: (error as Error).message });
    }
  }
}

function change(request: Exclude<MatrixRequest, Search>): void {
  const { id, matrix } = request;
  if (request.kind === 'close') matrices.delete(matrix);
  else if (request.kind === 'pick') {
    const { codes, scales } = require(matrix).pick(request.rows);
    answer({ id, codes, scales }, [codes.buffer as ArrayBuffer]);
  } else {
    const own = matrices.get(matrix) ?? new CodeMatrix(request.dimensions);
    matrices.set(matrix, own);
    own.append(request.codes, request.scales);
    answer({ id, bytes: own.bytes });
  }
}

parentPort?.on('message', (request: MatrixRequest) => {
  if (request.kind === 'search') {
    if (searches.length === 0) setImmediate(searchAll);
    searches.push(request);
    return;
  }
  // In the order of their arrival: rows keep their numbers for who asked before.
  searchAll();
  try {
    change(request);
  } catch (error) {
    answer({ id: request.id, fault: (error as Error).message });
  }
});
