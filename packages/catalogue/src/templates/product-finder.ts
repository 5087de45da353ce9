import { drawAgent } from './draw-agent.ts';
import { drawDocuments } from './draw-documents.ts';
import type { FlowTemplate } from './flow-template.ts';

const text = `The Alder is a light tent for two people in summer and weighs 1.8 kg, 189 euros.

The Birch is a family tent for five people with two rooms and weighs 11 kg, 329 euros.

The Cedar is a winter tent for storm and snow and weighs 3.4 kg, 540 euros.

The Willow is a sleeping bag for summer nights above 10 degrees, 79 euros.

The Spruce is a sleeping bag for frost down to minus 15 degrees, 219 euros.`;

const note = `Finds the product that fits a wish in a list of yours.

Change: your products in "Plain Text", one paragraph each. A CSV File loader takes a whole catalogue.`;

/** Recommends from a list. */
export const productFinder: FlowTemplate = {
  title: 'Product finder',
  text: 'Recommends a product from your list for a wish in plain words.',
  about:
    'An agent searches a list of products by meaning before it recommends anything, so that it never invents a product or a price.',
  type: 'CHATFLOW',
  useCases: ['Sales'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'What are you planning? I will find the right gear.',
  questions: [
    'I look for a tent for storm and snow',
    'Which tent is for a family of five people?',
    'I look for a sleeping bag for frost',
  ],
  fact: 'The Cedar',

  draw(drawing) {
    drawing.note(note);
    const store = drawDocuments(drawing, { text, source: 'Catalogue', chunkSize: 120, topK: 3 });
    drawing.column();
    const search = drawing.add('retrieverTool', {
      name: 'search_products',
      description: 'Searches the list of products by what somebody needs.',
      returnSourceDocuments: true,
    });
    drawing.connect(store, search, 'retriever');
    drawAgent(drawing, {
      systemMessage:
        'You recommend products. Search with search_products first and recommend only what it finds, with its price.',
      tools: [search],
    });
  },
};
