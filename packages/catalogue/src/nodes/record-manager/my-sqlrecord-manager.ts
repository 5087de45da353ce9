import { certificateSettings } from '../../databases/certificate-settings.ts';
import { mysqlRecords } from '../../databases/mysql-records.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { readSecret } from '../../tools/read-secret.ts';

const usualPort = 3306;

/** Remembers in MySQL what lies in a vector store. */
export const MySQLRecordManager = implementNode({
  name: 'MySQLRecordManager',
  icon: 'mysql',
  description:
    'Remembers in MySQL or MariaDB what was put into a vector store, so that only what changed is written.',

  async run(inputs, context) {
    const manager = mysqlRecords({
      nodeId: context.nodeId,
      place: {
        host: inputs.host.trim(),
        port: inputs.port ?? usualPort,
        database: inputs.database.trim(),
        user: (await context.credential())['user']?.trim() ?? '',
        password: await readSecret(context, 'password', 'MySQL'),
        ssl: certificateSettings(inputs.additionalConfig),
      },
      table: inputs.tableName ?? 'upsertion_records',
      namespace: inputs.namespace || context.session.flowId,
      cleanup: inputs.cleanup,
      sourceIdKey: inputs.sourceIdKey || 'source',
    });
    return { MySQLRecordManager: manager };
  },
});
