import { expect, it } from 'vitest';
import { storeCall } from './api-samples.ts';

it('a call with a body is a line for a shell, its quotes kept', () => {
  const call = storeCall({
    origin: 'https://house.test',
    path: 'vectorstore/query',
    body: { query: "What's up?" },
  });
  expect(call).toContain("curl 'https://house.test/");
  expect(call).toContain("/document-store/vectorstore/query'");
  expect(call).toContain(`-d '{"query":"What'\\''s up?"}'`);
});

it('a call with a file is a form and says no type of its own', () => {
  const call = storeCall({
    origin: 'https://house.test',
    path: 'upsert/s1',
    form: [['files', '@handbook.pdf']],
  });
  expect(call).toContain("-F 'files=@handbook.pdf'");
  expect(call).not.toContain('Content-Type');
});
