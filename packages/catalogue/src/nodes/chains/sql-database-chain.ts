import { AppError } from '@tendril/contract/app-error';
import type { Chain } from '@tendril/contract/provider/answer';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { describeTables } from '../../databases/describe-tables.ts';
import { sqlReader } from '../../databases/sql-reader.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askModel } from '../../model/ask-model.ts';
import { traceStep } from '../../step/trace-step.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { boundedText } from '../../tools/bounded-text.ts';
import { commaList } from '../../tools/comma-list.ts';

const promptDefault = `Write one {dialect} statement that reads what the question asks from these tables, with at most {top_k} rows where the question names no number. Give only the statement.

<tables>
{table_info}
</tables>

Question: {input}`;
const topKDefault = 10;

const bare = (text: string) =>
  (/```(?:\w+)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text).replace(/^\s*SQLQuery:\s*/i, '').trim();

/** Answers questions from a database. */
export const sqlDatabaseChain = implementNode({
  name: 'sqlDatabaseChain',
  icon: 'database',
  description:
    'Lets a model ask a PostgreSQL or MySQL database in SQL, reading only, and answers from what it finds.',

  async run(form, { nodeId }) {
    if (form.database !== 'postgres' && form.database !== 'mysql')
      throw new AppError(
        'FLOW_INVALID',
        'Sql Database Chain: only PostgreSQL and MySQL can be reached from here.',
      );
    const reader = sqlReader(form.database, form.url);
    const { model, inputModeration, topK = topKDefault, customPrompt } = form;
    const sqlDatabaseChain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputModeration, question, context);
        if (refusal) return refusal;
        const { sql, rows } = await reader.use(context, async (session) => {
          const tables = await describeTables(session, reader, {
            included: commaList(form.includesTables),
            ignored: commaList(form.ignoreTables) ?? [],
            sampleRows: form.sampleRowsInTableInfo ?? 0,
          });
          const values = {
            dialect: reader.dialect,
            table_info: tables,
            top_k: String(topK),
            input: question,
          };
          const content = formatPrompt(customPrompt || promptDefault, values, 'keep');
          const written = await askModel(model, { messages: [{ role: 'user', content }] }, context);
          const statement = bare(written.text);
          const step = { kind: 'tool', name: 'SQL', nodeId, input: { sql: statement } } as const;
          return {
            sql: statement,
            rows: await traceStep(step, context, () => session.readOnly(statement)),
          };
        });
        const content = `Answer the question from the rows that a database returned, and from nothing else.\n\nQuestion: ${question}\nStatement: ${sql}\nRows: ${boundedText(rows)}`;
        return askForAnswer(model, { messages: [{ role: 'user', content }], isAnswer: true }, context);
      },
    };
    return { sqlDatabaseChain };
  },
});
