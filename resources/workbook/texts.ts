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
      "Walk the course with a finger, obstacle by obstacle, as your dog will see it: low, and from the side you come from.",
      "Draw your dog’s line with a pencil. Round corners: a dog does not turn on the spot.",
      "Draw your own line in another colour. Mark every cross with an F (front), R (rear) or B (blind).",
      "Say the whole course aloud without looking. Where you hesitate, walk once more.",
      "Only then read our notes at the end, and compare.",
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
    grid: "The ring measures 20 × 40 m. The lines of the grid are 5 m apart.",
    line: "My line",
    crosses: "My crosses",
    course: "Course {n}",
    notes: "Our notes",
    courses: {
      opening: {
        name: "A fast opening",
        task: "Four jumps in a row, then a tunnel that turns your dog. Where are you when it comes out?",
        notes:
          "Lead out past jump 2 and keep moving: a handler who waits at 4 pulls the dog off its line. Send to the tunnel from 4 and use its length to cross to the right. From 6 on, run parallel to the dog, so that it enters the weaves with a straight neck. The turn to 9 is yours: collect before the last pole, not after it.",
      },
      pinwheel: {
        name: "Pinwheel",
        task: "Jumps 3 to 6 turn like the sails of a windmill. Find the smallest circle that you can run.",
        notes:
          "Stay inside the wheel and let your shoulders do the turning; four small steps are enough. The contact of 7 points away from 8: wait until all four paws are on the ground, then call. Between 10 and 11 the dog sees jumps 4 and 5 on both sides. Look at 11 early, and so will your dog.",
      },
      serpentine: {
        name: "Serpentine",
        task: "4, 5 and 6 lie in one row. Decide on which side of the row you run.",
        notes:
          "Run on the far side of the row, beyond the bars: your dog then comes to you twice, and needs to be sent only once. Keep the arm low and your feet pointing to 6. After 7, decelerate before the seesaw: most faults there come from handlers who overtake. Weaves and seesaw are in one line; leave your dog alone on it.",
      },
      trap: {
        name: "Tunnel trap",
        task: "The tunnel lies under the A-frame. How does your dog know which of the two comes now?",
        notes:
          "At 4 stay close to the left leg of the A-frame, so that your body hides the tunnel. At 8 do the opposite: turn your shoulders to the entrance before your dog lands after 7. A name for each obstacle, said one stride early, is worth more than any gesture. After the tunnel, be in sight on the left.",
      },
      entries: {
        name: "Weave entries",
        task: "The entry to the weaves is a right angle. Where does your dog have to look first?",
        notes:
          "The first pole has to be at the dog’s left shoulder. Give it room: a wide line from 3 makes a straight entry, a tight one makes a missed pole. Cross behind the weaves only if your dog knows that; otherwise stay on the near side and pick it up at 5. After tunnel 7, the way from 8 to 9 is long: run.",
      },
      whole: {
        name: "The whole course",
        task: "Everything at once. Plan three places where you have to be in time, and forget the rest.",
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
      "Przejdź tor palcem, przeszkoda po przeszkodzie, tak jak zobaczy go pies: nisko i od strony, z której nadbiega.",
      "Narysuj ołówkiem linię psa. Zaokrąglaj zakręty: pies nie skręca w miejscu.",
      "Innym kolorem narysuj swoją linię. Każdą zmianę oznacz literą: P (przednia), T (tylna) albo B (blind).",
      "Powtórz cały tor na głos, nie patrząc na kartkę. Tam, gdzie się wahasz, przejdź jeszcze raz.",
      "Dopiero potem przeczytaj nasze notatki na końcu i porównaj.",
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
    grid: "Ring ma 20 × 40 m. Linie siatki są co 5 m.",
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
          "Zostań wewnątrz wiatraka i pracuj barkami; wystarczą cztery małe kroki. Strefa na 7 prowadzi w inną stronę niż 8: poczekaj, aż wszystkie cztery łapy będą na ziemi, i dopiero wołaj. Między 10 a 11 pies ma po obu stronach hopki 4 i 5. Spójrz wcześnie na 11, a pies zrobi to samo.",
      },
      serpentine: {
        name: "Serpentyna",
        task: "4, 5 i 6 stoją w jednym rzędzie. Zdecyduj, po której jego stronie biegniesz.",
        notes:
          "Biegnij po dalszej stronie rzędu, za tyczkami: pies dwa razy przychodzi wtedy do Ciebie, a wysłać musisz go tylko raz. Ręka nisko, stopy skierowane na 6. Po 7 zwolnij przed huśtawką: najwięcej błędów robią tam przewodnicy, którzy wyprzedzają psa. Huśtawka i slalom leżą w jednej linii; nie przeszkadzaj na niej psu.",
      },
      trap: {
        name: "Pułapka z tunelem",
        task: "Tunel leży pod palisadą. Skąd pies wie, co jest teraz?",
        notes:
          "Przy 4 trzymaj się blisko lewej strony palisady, żeby ciałem zasłonić tunel. Przy 8 zrób odwrotnie: obróć barki ku wejściu, zanim pies wyląduje po 7. Nazwa przeszkody wypowiedziana krok wcześniej jest warta więcej niż każdy gest. Po tunelu pokaż się po lewej stronie.",
      },
      entries: {
        name: "Wejścia w slalom",
        task: "Wejście w slalom jest pod kątem prostym. Gdzie pies musi najpierw spojrzeć?",
        notes:
          "Pierwsza tyczka ma być przy lewym barku psa. Daj mu miejsce: szeroka linia od 3 to proste wejście, a ciasna to ominięta tyczka. Za slalomem zmieniaj tylko wtedy, gdy pies to zna; w innym razie zostań po bliższej stronie i przejmij go przy 5. Po tunelu 7 droga z 8 do 9 jest długa: biegnij.",
      },
      whole: {
        name: "Cały tor",
        task: "Wszystko naraz. Zaplanuj trzy miejsca, w których musisz być na czas, a o reszcie zapomnij.",
        notes:
          "Nasze trzy miejsca: koniec kładki, wyjście z tunelu 6 i zejście z palisady. Pomiędzy nimi pies zna drogę. Przednia zmiana pasuje między 8 a 9, a druga między 10 a 11, gdzie pies i tak musi skręcić. Od 11 jest już prosta do mety. Nie zatrzymuj się przed ostatnią hopką.",
      },
    },
  },
};
