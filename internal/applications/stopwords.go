package applications

import "strings"

// stopWords carry no meaning for a search, in the languages most postings are written in. No entry has a single letter: titles
// drop those anyway, and as a skill "C" is a programming language.
var stopWords = wordSet(stopEnglish, stopGerman, stopSpanish, stopFrench)

const (
	stopEnglish = `
		about above after again all also am an and any are as at be because been before being below between both but by can
		could did do does doing down during each few for from further get had has have having he her here hers him his how
		if in into is it its itself just me more most must my new no nor not now of off on once one only or other our ours
		out over own per plus same she should so some such than that the their them then there these they this those through
		to too under until up us very via was we were what when where which while who whom why will with within without
		would you your`

	stopGerman = `
		aber als am an auch auf aus bei beim bis da damit das dass dein dem den der des dich die dies diese diesem diesen
		dieser dieses du durch ein eine einem einen einer eines er es für fuer gegen gern haben hat hier ich ihr ihre im in
		innen ins ist ja jede jeder kann kein keine mit nach nicht noch nur ob oder ohne per sehr sein seine sich sie sind
		so sowie über ueber um und uns unser unsere unter vom von vor war was weil wenn wer werden wie wir wird wo zu zum
		zur zwischen`

	stopSpanish = `
		al algo ante aquí aqui como con cual cuando de del desde donde durante el ella ellos en entre era es esa ese eso
		esta este esto está estan están fue ha han hasta hay la las le les lo los más mas me mi muy nada ni no nos nosotros
		nuestra nuestro otra otro para pero por porque que quien qué se ser si sin sobre son su sus también tambien te tiene
		tu tus un una uno unos ya yo`

	stopFrench = `
		au aux avec ce ces cet cette chez comme dans de des du elle en est et eux il ils je la le les leur leurs lui ma mais
		même meme mes moi mon ne nos notre nous on ou où par pas pour qu que qui sa sans se ses son sont sous sur ta te tes
		toi ton tu un une vers votre vos vous`
)

func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for w := range strings.FieldsSeq(list) {
			set[w] = true
		}
	}
	return set
}
