import { drawAgent } from './draw-agent.ts';
import type { FlowTemplate } from './flow-template.ts';

const questions = `const quiz = {
  planets: [['Which planet is the largest?', 'Jupiter'], ['Which planet is nearest to the sun?', 'Mercury']],
  rivers: [['Which river flows through Vienna?', 'Danube'], ['Which river flows through Paris?', 'Seine']],
};
`;

const askFunc = `${questions}const list = quiz[$topic];
// The same question all day long, another one tomorrow.
const at = new Date().getUTCDate() % list.length;
return 'Here is a question about ' + $topic + ': ' + list[at][0];`;

const checkFunc = `${questions}const all = Object.values(quiz).flat();
const right = all.find(([, answer]) => $answer.toLowerCase().includes(answer.toLowerCase()));
return right ? 'Right! “' + right[0] + '” is answered by ' + right[1] + '.' : 'That is not right. Try again!';`;

const note = `Asks questions from a list and checks answers against it, so that it never marks a right answer wrong.

Change: the questions stand at the top of both tools, "quiz_question" and "check_answer".`;

/** Asks and checks. */
export const quizMaker: FlowTemplate = {
  title: 'Quiz maker',
  text: 'Asks quiz questions by topic and checks the answers against your list.',
  about:
    'An agent with two tools that share a list: one draws a question, one checks an answer. What is right is decided by the list and not by the model.',
  type: 'CHATFLOW',
  useCases: ['Learning', 'Agents'],
  keys: [],
  needs: [],
  tools: [
    {
      name: 'quiz_question',
      description: 'Draws a quiz question about a topic.',
      schema: JSON.stringify([
        {
          property: 'topic',
          type: 'enum',
          enumValues: 'planets, rivers',
          description: 'The topic',
          required: true,
        },
      ]),
      func: askFunc,
    },
    {
      name: 'check_answer',
      description: 'Checks whether the answer to a quiz question is right.',
      schema: JSON.stringify([
        { property: 'answer', type: 'string', description: 'What was answered', required: true },
      ]),
      func: checkFunc,
    },
  ],
  greeting: 'Shall I ask you about planets or about rivers?',
  questions: [
    'Give me a quiz question about planets',
    'Give me a quiz question about rivers',
    'Check my answer: Jupiter',
  ],
  fact: 'Here is a question about planets: Which planet',

  draw(drawing, toolIds) {
    drawing.note(note);
    const tools = ['quiz_question', 'check_answer'].map((name) =>
      drawing.add('customTool', { selectedTool: toolIds[name] }),
    );
    drawing.group('Quiz', tools);
    drawAgent(drawing, {
      systemMessage:
        'You run a quiz. Draw questions with quiz_question and check every answer with check_answer; never judge by yourself.',
      tools,
    });
  },
};
