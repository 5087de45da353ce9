const verbs =
  "act|add|adopt|aim|always|analy[sz]e|answer|apologi[sz]e|ask|avoid|be|begin|book|call|categori[sz]e|check|classify|close|collect|confirm|consider|decide|do|don[’']t|end|ensure|explain|extract|figure|find|finish|focus|follow|format|gather|generate|get|give|go|greet|handle|help|identify|if|ignore|imagine|include|introduce|keep|limit|list|listen|look|maintain|make|mention|name|never|no|note|offer|only|output|play|please|politely|press|pretend|promise|provide|put|read|refer|remain|remember|remind|repeat|reply|respond|return|route|say|shorten|sort|sound|speak|start|stay|suggest|summari[sz]e|take|talk|tell|thank|think|transfer|translate|try|turn|under no|understand|use|wait|warm|welcome|when(?:ever)?|write|you must|you should|you will|you are|you[’']re|you can|your (?:task|job|name|role|goal|tone|answers?|repl(?:y|ies)|objective)|once|after|before|then|the following|given|based on|here (?:is|are)|below (?:is|are)";
const order = new RegExp(`^(?:${verbs})(?![\\w-])`, 'i');
/** Imperatives addressed to the customer, which are facts: "Call us on 555 1234", "Find us at 5 Main Street". */
const invitation =
  /^(?:call|find|e-?mail|write|text|visit|reach|contact|ask|book|get|go|look|use|press)\b.*?(?:\b(?:us|our)\b|\+?\d[\d\s()-]{5,}\d|@|\bwww\.|https?:)/i;
const factOfOurs =
  /^you (?:are|['’]re) (?:open|closed|located|based|situated)\b|^you can (?:return|pay|find|reach|call|book|park|cancel|order|bring|pick|change|get|use)\b/i;

/** Whether a sentence instructs the model, rather than stating a fact. */
export function isInstruction(sentence: string): boolean {
  if (invitation.test(sentence) || factOfOurs.test(sentence)) return false;
  return order.test(sentence) || /[{}<>]/.test(sentence);
}
