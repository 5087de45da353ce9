import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { FlowTemplate } from './flow-template.ts';
import { TemplateDrawing } from './template-drawing.ts';

/** Every template by its id, loaded on first use. */
const modules = {
  'support-over-documents': async () => (await import('./support-over-documents.ts')).supportOverDocuments,
  'appointment-booking': async () => (await import('./appointment-booking.ts')).appointmentBooking,
  'research-team': async () => (await import('./research-team.ts')).researchTeam,
  'table-questions': async () => (await import('./table-questions.ts')).tableQuestions,
  'lead-qualification': async () => (await import('./lead-qualification.ts')).leadQualification,
  'call-follow-up': async () => (await import('./call-follow-up.ts')).callFollowUp,
  'refund-approval': async () => (await import('./refund-approval.ts')).refundApproval,
  'three-languages': async () => (await import('./three-languages.ts')).threeLanguages,
  'faq-with-handover': async () => (await import('./faq-with-handover.ts')).faqWithHandover,
  'search-until-found': async () => (await import('./search-until-found.ts')).searchUntilFound,
  'web-page-answers': async () => (await import('./web-page-answers.ts')).webPageAnswers,
  'calculator-and-clock': async () => (await import('./calculator-and-clock.ts')).calculatorAndClock,
  'shipping-quote': async () => (await import('./shipping-quote.ts')).shippingQuote,
  'order-lookup': async () => (await import('./order-lookup.ts')).orderLookup,
  'mood-routing': async () => (await import('./mood-routing.ts')).moodRouting,
  'meeting-actions': async () => (await import('./meeting-actions.ts')).meetingActions,
  'product-finder': async () => (await import('./product-finder.ts')).productFinder,
  'policy-checker': async () => (await import('./policy-checker.ts')).policyChecker,
  'data-extraction': async () => (await import('./data-extraction.ts')).dataExtraction,
  'onboarding-guide': async () => (await import('./onboarding-guide.ts')).onboardingGuide,
  'trip-planner': async () => (await import('./trip-planner.ts')).tripPlanner,
  'quiz-maker': async () => (await import('./quiz-maker.ts')).quizMaker,
  'support-triage': async () => (await import('./support-triage.ts')).supportTriage,
  'city-notes': async () => (await import('./city-notes.ts')).cityNotes,
  'approved-reply': async () => (await import('./approved-reply.ts')).approvedReply,
  'keyword-tags': async () => (await import('./keyword-tags.ts')).keywordTags,
  'help-desk': async () => (await import('./help-desk.ts')).helpDesk,
  'expense-approval': async () => (await import('./expense-approval.ts')).expenseApproval,
  'email-drafting': async () => (await import('./email-drafting.ts')).emailDrafting,
  'translation-with-review': async () => (await import('./translation-with-review.ts')).translationWithReview,
  'code-explainer': async () => (await import('./code-explainer.ts')).codeExplainer,
  'web-research-agent': async () => (await import('./web-research-agent.ts')).webResearchAgent,
  'picture-describer': async () => (await import('./picture-describer.ts')).pictureDescriber,
  'documents-with-openai': async () => (await import('./documents-with-openai.ts')).documentsWithOpenai,
  'private-chat': async () => (await import('./private-chat.ts')).privateChat,
} satisfies Record<string, () => Promise<FlowTemplate>>;

/** A template with its id, and how its flow is drawn. */
export interface NamedTemplate {
  name: string;
  template: FlowTemplate;
  draw(find: (name: string) => NodeTemplate, toolIds: Readonly<Record<string, string>>): FlowData;
}

/** All templates, in display order. */
export function loadTemplates(): Promise<NamedTemplate[]> {
  return Promise.all(
    Object.entries(modules).map(async ([name, load]) => {
      const template = await load();
      return {
        name,
        template,
        draw(find, toolIds) {
          const drawing = new TemplateDrawing(find);
          template.draw(drawing, toolIds);
          return drawing.build();
        },
      };
    }),
  );
}
