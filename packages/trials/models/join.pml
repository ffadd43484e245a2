/* A consumer joins a pair while its ownership changes: two owners follow the venue each for itself, the older one may be
 * stopped for any time and go on publishing when it wakes up. The consumer asks for snapshots, keeps what comes before one,
 * and applies what follows it. What it shows is always a state of the venue, and never goes back to an older term.
 * A stranger publishes a frame under a larger term, without being an owner: nothing of an owner is dropped for it.
 *
 *   spin -a join.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_TERMS  a planted fault: the consumer looks at relaySeq alone
 * -DFRAMES_NAME_TERMS  a planted fault: a frame is enough for its term to count, not a beat alone
 */
#define OWNERS 2
#define FRAMES 3           /* the venue changes so often */
#define KEPT 3             /* frames that a consumer keeps while it waits for a snapshot */
#define MAX_ASKED 3        /* requests for a snapshot */
#define MAX_BEATS 1        /* of each owner */

#define STRANGER 3         /* the term of whoever is no owner */

mtype = { frame, snapshot, beat };

byte venue = 0;                      /* the venue's state: how often it changed */
bool isSecond = false;               /* the second owner has taken the shard over */

/* Terms are 1 and 2. Each owner's connection keeps its own order: what it is, relaySeq, state behind it. */
chan published[OWNERS] = [3] of { mtype, byte, byte };
chan asked[OWNERS] = [1] of { bit };

active proctype Venue() {
  end: do
  :: venue < FRAMES -> venue++
  :: else -> break
  od
}

/* An owner that lost the shard does not know it before it looks: it publishes what it still has. */
active [OWNERS] proctype Owner() {
  byte me = _pid - 1;
  byte state = 0, relaySeq = 0, beats = 0;
  end: do
  :: atomic { me == 1 && !isSecond -> isSecond = true }
  :: atomic { (me == 0 || isSecond) && beats < MAX_BEATS && nfull(published[me]) -> beats++; published[me] ! beat, relaySeq, 0 }
  :: atomic { me == 1 && !isSecond && state < venue -> state++ }
  :: atomic { (me == 0 || isSecond) && state < venue && nfull(published[me]) ->
       state++; relaySeq++; published[me] ! frame, relaySeq, state }
  :: atomic { (me == 0 || isSecond) && nempty(asked[me]) && nfull(published[me]) ->
       asked[me] ? _; published[me] ! snapshot, relaySeq, state }
  od
}

byte term = 0;             /* of the book that is shown; 0: none yet */

active proctype Consumer() {
  byte book = 0, relaySeq = 0, newest = 0, asks = 0;
  byte number, state, from;
  bool gapped = true;
  /* Frames that are kept, of the newest term: relaySeq and state. */
  chan kept = [KEPT] of { byte, byte };
  end: do
  :: atomic { asks < MAX_ASKED && newest > 0 && (gapped || newest > term) && nfull(asked[0]) && nfull(asked[1]) ->
       asks++; asked[0] ! 1; asked[1] ! 1 }
  /* The stranger's frame: it is dropped, and nothing else changes. */
#ifdef FRAMES_NAME_TERMS
  :: atomic { newest < STRANGER -> newest = STRANGER }
#endif
  :: atomic { nempty(published[0]) -> from = 1 }
     step: atomic {
       if
       :: published[from - 1] ? beat, _, _ ->
          if
          :: from > newest -> newest = from; do :: nempty(kept) -> kept ? _, _ :: empty(kept) -> break od
          :: else -> skip
          fi
       :: published[from - 1] ? frame, number, state ->
#ifdef WITHOUT_TERMS
          if
          :: !gapped && number == relaySeq + 1 ->
             /* A frame is what changed: it leads to its state from the one before alone. */
             assert(state == book + 1); assert(from >= term);
             book = state; relaySeq = number; term = from
          :: !gapped && number > relaySeq + 1 -> gapped = true
          :: else -> skip
          fi
#else
          /* Nothing is dropped for a term that no owner has. */
          assert(from >= newest || newest <= OWNERS);
          if
          :: from == newest && from == term && !gapped && number == relaySeq + 1 ->
             assert(state == book + 1);
             book = state; relaySeq = number
          :: from == newest && from == term && !gapped && number > relaySeq + 1 -> gapped = true
          :: from == newest && (gapped || from > term) && len(kept) < KEPT -> kept ! number, state
          :: else -> skip
          fi
#endif
       :: published[from - 1] ? snapshot, number, state ->
#ifdef WITHOUT_TERMS
          if
          :: gapped || number >= relaySeq -> book = state; relaySeq = number; gapped = false; term = from
          :: else -> skip
          fi
#else
          if
          :: from == newest && (from > term || number >= relaySeq) ->
             assert(from >= term);
             term = from; book = state; relaySeq = number; gapped = false;
             /* What was kept and follows. What was behind a hole is not kept once more. */
             do
             :: nempty(kept) ->
                kept ? number, state;
                if
                :: number <= relaySeq -> skip
                :: number == relaySeq + 1 && !gapped -> assert(state == book + 1); book = state; relaySeq = number
                :: else -> gapped = true
                fi
             :: empty(kept) -> break
             od
          :: else -> skip
          fi
#endif
       fi;
       number = 0; state = 0; from = 0
     }
  :: atomic { nempty(published[1]) -> from = 2; goto step }
  od
}
