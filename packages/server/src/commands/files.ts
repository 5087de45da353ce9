import { createRecordings } from '../features/voice/calls/public.ts';
import { CommandError } from '../platform/backup/command-error.ts';
import type { Config } from '../platform/config.ts';
import { copyContentsBack, type MovedContents, moveContentsOut } from '../platform/files/move-contents.ts';
import { createBucketStorage } from '../platform/files/s3/bucket-storage.ts';
import type { Bucket } from '../platform/files/s3/open-bucket.ts';
import { type Infrastructure, openInfrastructure } from '../platform/infrastructure.ts';
import { createLog } from '../platform/log.ts';
import type { Command } from './command.ts';

const usage = 'files move [--back]';
const megabyte = 1024 * 1024;

/** `tendril files move`: from the home into the bucket; with `--back` from the bucket into the home. */
export const files: Command = {
  usage,
  sentence:
    'Moves uploads and recordings from the home into the bucket that S3_BUCKET names, beside a server that runs with it; can be broken off and begun again. --back copies them into the home.',

  async run(args, config) {
    const isBack = args.length === 2 && args[1] === '--back';
    if (args[0] !== 'move' || (args.length !== 1 && !isBack))
      throw new CommandError(`Usage: tendril ${usage}`);
    const infrastructure = await openInfrastructure({ ...config, logLevel: 'silent' }, createLog(config));
    try {
      const { bucket } = infrastructure;
      if (!bucket) throw new CommandError('S3_BUCKET is not set: there is no bucket to move files to.');
      await bucket.check();
      await (isBack ? copyBack : moveOut)(infrastructure, bucket, config);
    } finally {
      await infrastructure.close();
    }
  },
};

async function moveOut({ db, vault }: Infrastructure, bucket: Bucket, { home }: Config): Promise<void> {
  const moved = await moveContentsOut(home, createBucketStorage(bucket.send), db, report);
  const recordings = await createRecordings(home, vault, bucket).settleRest();
  say(`Moved ${describe(moved)} and ${recordings} recordings into ${bucket.name}.\n`);
  complain(moved);
}

async function copyBack({ db, vault }: Infrastructure, bucket: Bucket, { home }: Config): Promise<void> {
  const copied = await copyContentsBack(home, createBucketStorage(bucket.send), db, report);
  const recordings = createRecordings(home, vault, bucket);
  let count = 0;
  const lost: string[] = [];
  for (const call of await db
    .selectFrom('call')
    .select(['id', 'workspaceId'])
    .where('hasRecording', '=', 1)
    .execute())
    if (await recordings.copyBack(call)) count += 1;
    else if (!(await recordings.exists(call)))
      lost.push(`the recording of call ${call.id}: it is not in the bucket`);
  say(
    `Copied ${describe(copied)} and ${count} recordings into ${home}. Nothing was deleted in ${bucket.name}.\n`,
  );
  complain({ ...copied, failed: [...copied.failed, ...lost] });
}

function describe({ moved, bytes }: MovedContents): string {
  return `${moved} files (${(bytes / megabyte).toFixed(1)} MB)`;
}

function report(state: MovedContents): void {
  if (state.moved % 1000 === 0) say(`${describe(state)} …\n`);
}

function complain({ damaged, failed }: MovedContents): void {
  const faults = [
    ...listed('The bytes of these files are not what was stored; they were left alone:', damaged),
    ...listed('These files could not be read:', failed),
  ];
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}

function listed(sentence: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [sentence, ...names.map((name) => `  ${name}`)];
}

function say(text: string): void {
  process.stdout.write(text);
}
