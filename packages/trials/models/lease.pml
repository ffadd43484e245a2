/* The lease of one shard: candidates over a replicated store with compare-and-set on a revision, each stopped for any time
 * between any two steps, with answers that are late or never come. No two may act at once.
 *
 *   spin -a lease.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DCHECK_AT_PROPOSAL  a planted fault, which is that of a clustered nats-server (its issue 4320): the expected revision is
 *                      checked when an update is proposed, not when it is applied
 */
#define CANDIDATES 2
#define LEASE 3            /* a contender has to see one revision for so long */
#define ACTING 2           /* a holder acts for so long since it sent its renewal */
#define END 7              /* time ends here */
#define NOBODY 255

byte now = 0;
byte revision = 1;
byte holder = NOBODY;      /* of the record that is applied */

bool acts[CANDIDATES];     /* thinks that it may act, until its own time is over */
byte sentAt[CANDIDATES];   /* when it sent the renewal that it acts by */

chan log = [2] of { byte, byte, byte };               /* updates under way: who, call, expected revision */
chan answers[CANDIDATES] = [1] of { byte, byte };     /* call, new revision; 0: refused */

#define mayAct(i) (acts[i] && now - sentAt[i] < ACTING)

active proctype Time() {
  end: do
  :: now < END -> now++
  :: else -> break
  od
}

active proctype Store() {
  byte who, call, expected, result;
  end: do
  :: atomic { log ? who, call, expected ->
#ifdef CHECK_AT_PROPOSAL
       expected = 0; revision++; holder = who; result = revision;
#else
       if
       :: expected == revision -> revision++; holder = who; result = revision
       :: else -> result = 0
       fi;
#endif
       if
       :: nfull(answers[who]) -> answers[who] ! call, result
       :: full(answers[who]) -> skip
       fi;
       who = 0; call = 0; expected = 0; result = 0
     }
  od
}

/* Sends an update. */
inline send(expectedRevision) {
  call = (call + 1) % 4; got = 0; sent = now;
  if
#ifdef CHECK_AT_PROPOSAL
  :: len(log) < 2 && expectedRevision == revision -> log ! me, call, expectedRevision; waits = true
#else
  :: len(log) < 2 -> log ! me, call, expectedRevision; waits = true
#endif
  :: else -> waits = false
  fi
}

/* Waits for its answer, or gives up waiting: then the update may still be done. */
inline await() {
  do
  :: !waits -> break
  :: atomic { waits && nempty(answers[me]) ->
       answers[me] ? answered, got;
       waits = (answered != call);
       if
       :: waits -> got = 0
       :: else -> skip
       fi;
       answered = 0
     }
  :: atomic { waits -> got = 0; waits = false }
  od
}

active [CANDIDATES] proctype Candidate() {
  byte me = _pid - 2;
  byte seen = 0, seenAt = 0, tried = 0, mine = 0, got = 0, sent = 0, call = 0, answered = 0;
  bool waits = false;
  end: do
  :: now >= END -> break
  /* Reads, and takes what stood unchanged for a whole lease. */
  :: atomic { now < END && !acts[me] && revision != seen -> seen = revision; seenAt = now }
  :: atomic { now < END && !acts[me] && revision == seen && now - seenAt >= LEASE && tried != now ->
       tried = now; send(seen) };
     await();
     if
     :: got > 0 ->
        atomic { mine = got; send(mine) };
        await();
        atomic {
          if
          :: got > 0 -> mine = got; acts[me] = true; sentAt[me] = sent; assert(!mayAct(me) || !mayAct(1 - me))
          :: else -> skip
          fi;
          got = 0
        }
     :: else -> skip
     fi
  /* Renews. A refusal may be that of its own update, whose answer was lost. */
  :: atomic { now < END && mayAct(me) && sentAt[me] != now && tried != now -> tried = now; send(mine) };
     await();
     atomic {
       if
       :: got > 0 -> mine = got; sentAt[me] = sent; assert(!mayAct(me) || !mayAct(1 - me))
       :: got == 0 && holder == me -> mine = revision
       :: else -> acts[me] = false; mine = 0
       fi;
       got = 0
     }
  :: atomic { acts[me] && !mayAct(me) -> acts[me] = false; mine = 0 }
  od
}
