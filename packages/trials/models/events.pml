/* A channel besides books, such as trades: each event counts, and none can be read out of a later one. Two owners follow the venue,
 * each by a connection of its own that may break, and the second takes over at any moment. The bus loses what it likes and keeps the
 * order of each connection. A state is the list of the latest events since the owner's connection broke last.
 *
 * What is handed on without a gap being told follows what was handed on before: nothing is missing, nothing comes twice. What is
 * counted as missing is what is missing, where one owner's unbroken numbers can tell. Behind a beat nothing that it counts is
 * missing unseen.
 *
 *   spin -a events.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_EPOCH       the consumer does not look whether the owner's own connection broke
 * -DWITHOUT_STATE_GAPS  a state is taken as if nothing could be missing before it
 * -DWITHOUT_ROWS        beats do not count what was published
 */
#define OWNERS 2
#define EVENTS 3           /* the venue tells so many */
#define LIST 1             /* so many are in a state */
#define MAX_ASKED 2        /* requests for a state */
#define MAX_BEATS 3        /* of both owners */
#define MAX_BREAKS 1       /* of both owners' connections */

mtype = { event, beat, state };

byte breaks = 0, beats = 0;
bool isSecond = false;               /* the second owner has taken the shard over */

/* What it is, relaySeq, epoch, the newest event that the owner had, the first of its list. */
chan published[OWNERS] = [2] of { mtype, byte, byte, byte, byte };
chan asked[OWNERS] = [1] of { bit };

#define speaks (me == 0 || isSecond)
#define lowest (had >= LIST + unbroken -> had - LIST + 1 : unbroken)

active [OWNERS] proctype Owner() {
  byte me = _pid;
  byte had = 0;            /* events that it knows of */
  byte unbroken = 1;       /* ... without a hole, since this one */
  byte relaySeq = 0, epoch = 0;
  end: do
  :: atomic { me == 1 && !isSecond -> isSecond = true }
  /* The next event: published, where it may, and the bus takes it or loses it. Numbers begin with the ownership. */
  :: atomic { had < EVENTS && (!speaks || nfull(published[me])) ->
       had++;
       if
       :: speaks ->
          relaySeq++;
          if
          :: published[me] ! event, relaySeq, epoch, had, had
          :: true -> skip
          fi
       :: else -> skip
       fi }
  /* Its connection to the venue breaks, and an event passes by. */
  :: atomic { had < EVENTS && breaks < MAX_BREAKS -> breaks++; had++; unbroken = had + 1; epoch++ }
  :: atomic { speaks && beats < MAX_BEATS && nfull(published[me]) -> beats++; published[me] ! beat, relaySeq, epoch, had, 0 }
  :: atomic { speaks && nempty(asked[me]) && nfull(published[me]) ->
       asked[me] ? _; published[me] ! state, relaySeq, epoch, had, lowest }
  od
}

mtype = { joining, following, gapped };

/* It hands events on, from one to another. */
inline handOn(begin, until) {
  assert(isTold || begin == last + 1);
  last = until; isTold = false
}

active proctype Consumer() {
  byte last = 0;           /* the newest event that was handed on */
  bool isTold = true;      /* a gap was told since, or nothing was handed on yet */
  mtype phase = joining;
  byte heard = 0, term = 0, relaySeq = 0, epoch = 0, asks = 0;
  byte from, number, ofEpoch, newest, first;
  mtype kind;
  end: do
  :: atomic { asks < MAX_ASKED && heard > 0 && (phase != following || term < heard) && nfull(asked[0]) && nfull(asked[1]) ->
       asks++; asked[0] ! 1; asked[1] ! 1 }
  :: atomic { nempty(published[0]) -> from = 1 }
     step: atomic {
       published[from - 1] ? kind, number, ofEpoch, newest, first;
       if
       :: kind == beat ->
          if
          :: from > heard -> heard = from
          :: else -> skip
          fi;
#ifndef WITHOUT_ROWS
          if
          :: from == term && phase == following && number > relaySeq -> phase = gapped
          :: else -> skip
          fi;
#endif
          /* What its connection missed was published to nobody: the next event tells. */
          assert(from != term || phase != following || ofEpoch != epoch || last == newest)
       :: kind == event && from == term && phase == following && number == relaySeq + 1 ->
#ifndef WITHOUT_EPOCH
          if
          :: ofEpoch != epoch -> isTold = true
          :: else -> skip
          fi;
#endif
          relaySeq = number; epoch = ofEpoch;
          handOn(newest, newest)
       :: kind == event && from == term && phase == following && number > relaySeq + 1 -> phase = gapped
       :: kind == state && from == heard && (from > term || phase != following) && (from > term || number >= relaySeq) ->
          /* How many are missing is known where one owner's numbers go on, and its connection did not break. */
          assert(from > term || ofEpoch != epoch || number - relaySeq == newest - last);
#ifndef WITHOUT_STATE_GAPS
          isTold = true;
#endif
          term = from; relaySeq = number; epoch = ofEpoch; phase = following;
          if
          :: first <= newest -> handOn(first, newest)
          :: else -> last = newest
          fi
       :: else -> skip
       fi;
       kind = 0; number = 0; ofEpoch = 0; newest = 0; first = 0; from = 0
     }
  :: atomic { nempty(published[1]) -> from = 2; goto step }
  od
}
