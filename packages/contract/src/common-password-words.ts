/** The words of common passwords, before digits and special characters are added. */
export const commonPasswordWords: readonly string[] = `
password passwort passwd pass parola motdepasse contrasena senha qwerty qwertz azerty asdf zxcvbn qazwsx
admin administrator root superuser user guest login letmein welcome willkommen bienvenue hello hallo access
changeme change default secret geheim test testing tester demo sample temp temporary example company office
server system database manager support service computer internet windows microsoft google facebook linkedin
samsung android apple amazon tendril master monkey dragon football baseball basketball soccer hockey iloveyou
loveyou love lovely princess prince sunshine shadow superman batman spiderman trustno starwars pokemon naruto
matrix ninja killer hunter ranger freedom whatever nothing flower summer winter spring autumn january february
march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday money cheese chocolate cookie banana orange pepper ginger buster tigger snoopy liverpool arsenal
chelsea barcelona juventus mustang ferrari porsche mercedes harley corvette yamaha michael jordan jennifer
ashley charlie jessica thomas robert daniel andrew joshua matthew anthony nicole michelle amanda hannah samantha
maggie george william richard charles jesus christ angel blessed heaven forever family friends baby babygirl
secure security private correct incorrect please trustme
`
  .trim()
  .split(/\s+/);
