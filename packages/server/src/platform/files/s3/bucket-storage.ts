import { createHash } from 'node:crypto';
import type { ContentStorage } from '../content-storage.ts';
import { missingFile } from '../folder-storage.ts';
import { openObject } from './download-object.ts';
import type { SendToBucket } from './object-storage.ts';
import { uploadObject } from './upload-object.ts';

/** Contents in a bucket, as `w/<workspace>/<sha256>`. */
export function createBucketStorage(send: SendToBucket): ContentStorage {
  const nameOf = (workspaceId: string, sha256: string) => `w/${workspaceId}/${sha256}`;

  return {
    store: (workspaceId, sha256, source) => uploadObject(send, nameOf(workspaceId, sha256), source),
    async read(workspaceId, sha256) {
      const response = await send({ method: 'GET', name: nameOf(workspaceId, sha256), expected: [404] });
      if (response.status === 404) {
        await response.body?.cancel();
        throw missingFile();
      }
      const bytes = Buffer.from(await response.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new Error(`The bucket sent other bytes than ${nameOf(workspaceId, sha256)}.`);
      return bytes;
    },
    async stream(workspaceId, sha256, range) {
      const object = await openObject(send, nameOf(workspaceId, sha256));
      if (!object) throw missingFile();
      return { size: object.size, content: object.read(range?.start ?? 0, range?.end ?? object.size - 1) };
    },
    async remove(workspaceId, sha256) {
      const response = await send({
        method: 'DELETE',
        name: nameOf(workspaceId, sha256),
        expected: [404],
      });
      await response.body?.cancel();
    },
  };
}
