import { mongoPlace } from '../../databases/mongo-place.ts';
import { withMongo } from '../../databases/with-mongo.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { fromStoredMessage, toStoredMessage } from '../../memory/stored-message.ts';

interface Conversation {
  sessionId: string;
  messages?: unknown[];
}

/** A conversation kept in MongoDB. */
export const MongoDBAtlasChatMemory = implementNode({
  name: 'MongoDBAtlasChatMemory',
  icon: 'mongodb',
  description: 'Remembers the conversation of a session in a collection of MongoDB.',

  async run({ databaseName, collectionName, sessionId, memoryKey }, context) {
    const place = { ...(await mongoPlace(context)), database: databaseName };
    const MongoDBAtlasChatMemory = outsideMemory({
      nodeId: context.nodeId,
      name: 'MongoDB',
      memoryKey,
      async read(current) {
        const key = sessionId || current.session.sessionId;
        const kept = await withMongo(place, current, (db) =>
          db.collection<Conversation>(collectionName).findOne({ sessionId: key }),
        );
        return (kept?.messages ?? []).flatMap((message) => fromStoredMessage(message) ?? []);
      },
      async write(turns, current) {
        const key = sessionId || current.session.sessionId;
        const messages = turns.map((turn) => ({ ...toStoredMessage(turn), timestamp: new Date() }));
        await withMongo(place, current, (db) =>
          db
            .collection<Conversation>(collectionName)
            .updateOne({ sessionId: key }, { $push: { messages: { $each: messages } } }, { upsert: true }),
        );
      },
    });
    return { MongoDBAtlasChatMemory };
  },
});
