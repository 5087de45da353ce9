declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  /** A storage server for tests that keeps objects in a folder; its key and secret are both S3RVER. */
  class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}
