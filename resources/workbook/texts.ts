import type { CourseName } from "./courses.ts";

/** What the workbook says in a language. `task` stands beside a map, `notes` at the end of the book. */
export type WorkbookTexts = {
  file: string;
  title: string;
  lead: string;
  how: string;
  steps: string[];
  legend: string;
  kinds: Record<"jump" | "tunnel" | "weaves" | "frame" | "seesaw" | "walk", string>;
  grid: string;
  line: string;
  crosses: string;
  course: string;
  notes: string;
  courses: Record<CourseName, { name: string; task: string; notes: string }>;
};

/** The workbook in each language that it is sold in. */
export const workbooks: Record<"en" | "pl", WorkbookTexts> = {
  en: {
    file: "course-walking-workbook.pdf",
    title: "Course-walking workbook",
    lead: "Six course maps to walk on paper first",
    how: "How to use this book",
    steps: [
      "Walk the course with your finger, obstacle by obstacle, as your dog will see it: from low down, and from the side it comes from.",
      "Draw your dog’s line in pencil. Round the corners: a dog does not turn on the spot.",
      "Draw your own line in another colour. Mark every cross with an F (front), R (rear) or B (blind).",
      "Recite the whole course without looking. Where you hesitate, walk that part again.",
      "Only then read our notes at the end of the book and compare.",
    ],
    legend: "Obstacles",
    kinds: {
      jump: "Jump",
      tunnel: "Tunnel",
      weaves: "Weave poles",
      frame: "A-frame",
      seesaw: "Seesaw",
      walk: "Dog walk",
    },
    grid: "The ring measures 20 × 40 m. The grid lines are 5 m apart.",
    line: "My line",
    crosses: "My crosses",
    course: "Course {n}",
    notes: "Our notes",
    courses: {
      opening: {
        name: "A fast opening",
        task: "Four jumps in a row, then a tunnel that turns your dog. Where are you when it comes out?",
        notes:
          "Lead out past jump 2 and keep moving: a handler who waits at 4 pulls the dog off its line. Send to the tunnel from as far back as 4, and use the time your dog is inside to cross to the right. From 6 on, run parallel to your dog, so that it enters the weaves straight. The turn to 9 is up to you: collect your dog before the last pole, not after it.",
      },
      pinwheel: {
        name: "Pinwheel",
        task: "Jumps 3 to 6 turn like the sails of a windmill. Find the smallest circle you can run.",
        notes:
          "Stay inside the wheel and let your shoulders do the turning; four small steps are enough. The contact at 7 leads away from 8: wait until all four paws are on the ground, and only then call. Between 10 and 11 the dog sees jumps 4 and 5 on both sides. Look at 11 early, and so will your dog.",
      },
      serpentine: {
        name: "Serpentine",
        task: "4, 5 and 6 stand in a row. Decide which side of the row you will run on.",
        notes:
          "Run on the far side of the row, beyond the bars: your dog then comes to you twice, and you only have to send it once. Keep your arm low and your feet pointing to 6. After 7, slow down before the seesaw: most faults there come from handlers who overtake their dog. The seesaw and the weaves are in one line; let your dog do its job there.",
      },
      trap: {
        name: "Tunnel trap",
        task: "The tunnel lies under the A-frame. How does your dog know which of the two comes next?",
        notes:
          "At 4 stay close to the left leg of the A-frame, so that your body hides the tunnel. At 8 do the opposite: turn your shoulders to the entrance before your dog lands after 7. The name of the obstacle, said one stride early, is worth more than any gesture. After the tunnel, show yourself on the left.",
      },
      entries: {
        name: "Weave entries",
        task: "Your dog comes into the weaves at a right angle. Where does it have to look first?",
        notes:
          "The first pole has to be at the dog’s left shoulder. Give it room: a wide line from 3 makes a straight entry, a tight one makes a missed pole. Cross behind the weaves only if your dog knows how; otherwise stay on the near side and pick your dog up at 5. After tunnel 7 it is a long way from 8 to 9: run.",
      },
      whole: {
        name: "The whole course",
        task: "Everything at once. Pick three places where you have to be on time, and forget the rest.",
        notes:
          "Our three places: the end of the dog walk, the exit of tunnel 6, and the down side of the A-frame. Between them the dog knows the way. A front cross fits between 8 and 9, and a second one between 10 and 11, where the dog has to turn anyway. From 11 on it is a straight line home. Do not stop before the last bar.",
      },
    },
  },
  pl: {
    file: "zeszyt-ogladanie-toru.pdf",
    title: "Zeszyt ćwiczeń: oglądanie toru",
    lead: "Sześć torów do przejścia najpierw na papierze",
    how: "Jak korzystać z zeszytu",
    steps: [
      "Przejdź tor palcem, przeszkoda po przeszkodzie, tak jak zobaczy go pies: z niska i od strony, z której nadbiega.",
      "Narysuj ołówkiem linię psa. Zaokrąglaj zakręty: pies nie skręca w miejscu.",
      "Innym kolorem narysuj swoją linię. Każdą zmianę strony oznacz literą: P (przed psem), Z (za psem) albo Ś (ślepa).",
      "Opowiedz cały tor na głos, nie patrząc na kartkę. Miejsca, w których się wahasz, przejdź jeszcze raz.",
      "Dopiero potem przeczytaj nasze notatki na końcu zeszytu i porównaj.",
    ],
    legend: "Przeszkody",
    kinds: {
      jump: "Hopka",
      tunnel: "Tunel",
      weaves: "Slalom",
      frame: "Palisada",
      seesaw: "Huśtawka",
      walk: "Kładka",
    },
    grid: "Ring ma wymiary 20 × 40 m. Linie siatki biegną co 5 m.",
    line: "Moja linia",
    crosses: "Moje zmiany",
    course: "Tor {n}",
    notes: "Nasze notatki",
    courses: {
      opening: {
        name: "Szybki początek",
        task: "Cztery hopki z rzędu, a potem tunel, który zawraca psa. Gdzie jesteś, gdy z niego wybiega?",
        notes:
          "Wyjdź za hopkę 2 i nie zatrzymuj się: przewodnik czekający przy 4 ściąga psa z linii. Wyślij psa do tunelu już od 4, a czas w tunelu wykorzystaj, żeby przejść na prawą stronę. Od 6 biegnij równolegle, aby pies wszedł w slalom na wprost. Zakręt do 9 należy do Ciebie: zbierz psa przed ostatnią tyczką, a nie za nią.",
      },
      pinwheel: {
        name: "Wiatrak",
        task: "Hopki od 3 do 6 układają się jak skrzydła wiatraka. Znajdź najmniejsze koło, po którym możesz biec.",
        notes:
          "Zostań wewnątrz wiatraka i pracuj barkami; wystarczą cztery małe kroki. Strefa przeszkody 7 prowadzi w inną stronę niż 8: poczekaj, aż wszystkie cztery łapy będą na ziemi, i dopiero wtedy wołaj. Między 10 a 11 pies ma po obu stronach hopki 4 i 5. Spójrz wcześnie na 11, a pies zrobi to samo.",
      },
      serpentine: {
        name: "Serpentyna",
        task: "4, 5 i 6 stoją w jednym rzędzie. Zdecyduj, po której jego stronie biegniesz.",
        notes:
          "Biegnij po dalszej stronie rzędu, za tyczkami: pies dwa razy przychodzi wtedy do Ciebie, a wysłać musisz go tylko raz. Ręka nisko, stopy skierowane na 6. Po 7 zwolnij przed huśtawką: najwięcej błędów robią tam przewodnicy, którzy wyprzedzają psa. Huśtawka i slalom stoją w jednej linii; nie przeszkadzaj tam psu.",
      },
      trap: {
        name: "Pułapka z tunelem",
        task: "Tunel leży pod palisadą. Skąd pies ma wiedzieć, która z tych przeszkód jest następna?",
        notes:
          "Przy 4 trzymaj się blisko lewej strony palisady, żeby ciałem zasłonić tunel. Przy 8 zrób odwrotnie: obróć barki ku wejściu, zanim pies wyląduje po 7. Nazwa przeszkody wypowiedziana krok wcześniej jest warta więcej niż każdy gest. Po tunelu pokaż się po lewej stronie.",
      },
      entries: {
        name: "Wejścia w slalom",
        task: "Pies dobiega do slalomu pod kątem prostym. Gdzie musi najpierw spojrzeć?",
        notes:
          "Pierwsza tyczka ma być przy lewym barku psa. Daj mu miejsce: szeroka linia od 3 to proste wejście, a ciasna to ominięta tyczka. Zmianę za slalomem zrób tylko wtedy, gdy pies ją zna; w przeciwnym razie zostań po bliższej stronie i przejmij psa przy 5. Po tunelu 7 droga z 8 do 9 jest długa: biegnij.",
      },
      whole: {
        name: "Cały tor",
        task: "Wszystko naraz. Zaplanuj trzy miejsca, w których musisz być na czas, a o reszcie zapomnij.",
        notes:
          "Nasze trzy miejsca: koniec kładki, wyjście z tunelu 6 i zejście z palisady. Pomiędzy nimi pies poradzi sobie bez Ciebie. Zmiana przed psem pasuje między 8 a 9, a druga między 10 a 11, gdzie pies i tak musi skręcić. Od 11 do mety jest już prosta. Nie zatrzymuj się przed ostatnią hopką.",
      },
    },
  },
};
