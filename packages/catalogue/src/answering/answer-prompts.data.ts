/** Answers from passages: `{context}` and `{query}` are filled in. */
export const answerPrompt = `Answer the question from the passages below and from nothing else. When they do not hold the answer, say that you do not know.

<passages>
{context}
</passages>

Question: {query}`;

/** Improves an answer: `{query}`, `{existingAnswer}` and `{context}` are filled in. */
export const refinePrompt = `A question was answered from some passages. Here are more of them. Improve the answer where they add something to it; otherwise repeat it as it is. Give only the answer.

Question: {query}

<answer>
{existingAnswer}
</answer>

<passages>
{context}
</passages>`;
