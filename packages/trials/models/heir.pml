/* A hand-over: the owner writes an heir into the lease, renews as ever, and goes on until it hears of the heir's larger term,
 * also where the store said before that the heir took it; it takes the offer back when nothing came of it. Three candidates over a store with compare-and-set, updates that are late or lost,
 * and a death at any moment.
 *
 * Who owns the shard beside another one was offered the lease by it, and has the larger term. While everybody is prompt,
 * somebody owns it at every moment, also where the heir dies before it took the lease; after another death somebody does
 * again when a lease and a little more is over.
 *
 *   spin -a heir.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_WRITTEN_HEIR  the offer is a message, and does not stand in the lease
 * -DWITHOUT_MAKE_FIRST    the owner gives the lease back, so that its heir can take it
 * -DWITHOUT_GOING_ON      the owner stops when the store says that its heir took the lease, before the heir speaks
 */
#define CANDIDATES 3
/* A contender has to see one revision for a lease; a holder acts for less than that since it sent its renewal. */
#define LEASE (isPrompt -> 4 : 2)
#define ACTING (isPrompt -> 3 : 1)
#define OFFERS 2
#define OFFERED 2          /* an offer stands for so long; less, and it would be taken back while the heir takes it */
#define MAX_TERM 3         /* takes that are looked at where somebody may be stopped */
#define NOBODY 255

/* Nobody is stopped and no call is lost: time passes when everybody has looked. Chosen once. */
bool isPrompt;

/* The store. A revision is compared for sameness alone: `knows` says who knows the present one. */
byte holder = 0, heir = NOBODY, term = 1;
bool knows[CANDIDATES];

/* The update that each has under way. */
mtype = { none, fits, stale, done, refused };
mtype update[CANDIDATES] = none;
byte newTerm[CANDIDATES];            /* 0: it takes nothing */
byte newHeir[CANDIDATES] = NOBODY;
bool waits[CANDIDATES];              /* for its answer */
bool mustRead[CANDIDATES];           /* a holder's update was refused, or not answered */
bool isTaken[CANDIDATES];            /* a holder read that its heir took the lease: it asks the store for nothing more */
byte sentAge[CANDIDATES];

mtype = { contending, taking, confirming, holding };
mtype phase[CANDIDATES] = contending;
byte age[CANDIDATES];                /* of a holder's renewal, or of what a contender has seen */
byte ownTerm[CANDIDATES];
byte wantedHeir[CANDIDATES] = NOBODY, writtenHeir[CANDIDATES] = NOBODY;
bool looked[CANDIDATES];             /* since time passed */
bool dead[CANDIDATES];
bool isSucceeded[CANDIDATES];        /* its heir took its lease */
#ifdef WITHOUT_WRITTEN_HEIR
bool told[CANDIDATES];
#endif

byte offers = 0;
byte offeredFor[CANDIDATES];
byte spoken = 1;                     /* largest term that anybody spoke under */
bool isExcused = false;              /* somebody died who owned the shard, or was about to */
byte silence = 0;

#define acts(i) (phase[i] == holding && !dead[i] && age[i] < ACTING)
#define nobodyActs (!acts(0) && !acts(1) && !acts(2))
#define isUnderWay(i) (update[i] == fits || update[i] == stale)
#define hasHeard(i) (phase[i] != holding || spoken == ownTerm[i])
#define isDone(i) (!isUnderWay(i) && (dead[i] || (looked[i] && !waits[i] && wantedHeir[i] == writtenHeir[i] && hasHeard(i))))
#define isDue(i) (age[i] >= 1)
#define isFree(i) (acts(i) && !isTaken[i] && !mustRead[i] && !waits[i] && update[i] == none)

inline passTime(i) {
  looked[i] = false;
  if
  :: !dead[i] && age[i] < LEASE -> age[i]++
  :: else -> skip
  fi;
  if
  :: wantedHeir[i] != NOBODY && offeredFor[i] < OFFERED -> offeredFor[i]++
  :: else -> skip
  fi;
  if
  :: waits[i] && sentAge[i] < ACTING -> sentAge[i]++
  :: else -> skip
  fi
}

proctype Time() {
  end: do
  :: atomic { !isPrompt || (isDone(0) && isDone(1) && isDone(2)) ->
       passTime(0); passTime(1); passTime(2);
       if
       :: isPrompt && nobodyActs -> silence++; assert(silence <= LEASE + 2)
       :: else -> silence = 0
       fi }
  :: atomic { isPrompt && !isExcused && nobodyActs -> assert(false) }
  od
}

inline outdate(i) {
  knows[i] = false;
  if
  :: update[i] == fits -> update[i] = stale
  :: else -> skip
  fi
}

inline send(takenTerm, writtenName) {
  update[me] = (knows[me] -> fits : stale); newTerm[me] = takenTerm; newHeir[me] = writtenName;
  knows[me] = false; waits[me] = true; sentAge[me] = 0
}

inline answered() {
  update[me] = none; newHeir[me] = NOBODY; waits[me] = false; sentAge[me] = 0
}

/* Its update may still be done. */
inline leave() {
  waits[me] = false; sentAge[me] = 0;
  if
  :: !isUnderWay(me) -> update[me] = none
  :: else -> skip
  fi
}

inline lose() {
  phase[me] = contending; ownTerm[me] = 0; age[me] = 0; wantedHeir[me] = NOBODY; writtenHeir[me] = NOBODY;
  offeredFor[me] = 0; knows[me] = false; mustRead[me] = false; isTaken[me] = false
}

inline checkBeside(i) {
  if
  :: i != me && acts(i) -> assert(isSucceeded[i] && ownTerm[i] < ownTerm[me])
  :: else -> skip
  fi
}

/* What a contender makes of what it has read. */
#ifdef WITHOUT_WRITTEN_HEIR
#define isHeir(i) told[i]
#else
#define isHeir(i) (heir == i)
#endif
#define mayTake(i) (isHeir(i) || holder == i || holder == NOBODY || age[i] >= LEASE)

proctype Candidate(byte me) {
  byte to = 0;
  end: do
  /* The store does what it was asked, at once or late. */
  :: atomic { update[me] == fits ->
       if
       :: newTerm[me] > 0 && holder != NOBODY && holder != me ->
#ifdef WITHOUT_WRITTEN_HEIR
          isSucceeded[holder] = (wantedHeir[holder] == me)
#else
          isSucceeded[holder] = (heir == me)
#endif
       :: else -> skip
       fi;
       if
       :: newTerm[me] > 0 -> term = newTerm[me]; isSucceeded[me] = false
       :: else -> skip
       fi;
       holder = me; heir = newHeir[me];
       outdate(0); outdate(1); outdate(2);
       knows[me] = waits[me];
       update[me] = (waits[me] -> done : none); newTerm[me] = 0 }
  :: atomic { update[me] == stale ->
       update[me] = (waits[me] -> refused : none); newTerm[me] = 0 }

  /* It waits no more for the answer. What became of the update is not known. */
  :: atomic { waits[me] && !isPrompt && !dead[me] ->
       leave(); knows[me] = false;
       if
       :: phase[me] != holding -> lose()
       :: else -> mustRead[me] = true
       fi }

  /* A contender reads, and takes what it may take. */
  :: atomic { phase[me] == contending && !dead[me] && update[me] == none && !looked[me] ->
       looked[me] = isPrompt;
       if
       :: !knows[me] -> knows[me] = true; age[me] = 0
       :: else -> skip
       fi;
       if
       :: mayTake(me) && (isPrompt || term < MAX_TERM) ->
          phase[me] = taking; ownTerm[me] = term + 1; send(ownTerm[me], NOBODY)
       :: else -> skip
       fi;
#ifdef WITHOUT_WRITTEN_HEIR
       told[me] = false
#endif
     }
  :: atomic { phase[me] == taking && !dead[me] && update[me] == done ->
       answered(); phase[me] = confirming; send(0, NOBODY) }
  :: atomic { phase[me] == confirming && !dead[me] && update[me] == done ->
       phase[me] = holding; age[me] = sentAge[me]; answered();
       if
       :: acts(me) && spoken < ownTerm[me] ->
          spoken = ownTerm[me];
          checkBeside(0); checkBeside(1); checkBeside(2)
       :: else -> lose()
       fi }
  :: atomic { (phase[me] == taking || phase[me] == confirming) && !dead[me] && update[me] == refused ->
       answered(); lose() }

  /* A holder. */
  :: atomic { phase[me] == holding && !dead[me] && !acts(me) -> leave(); lose() }
  :: atomic { phase[me] == holding && !dead[me] && spoken > ownTerm[me] -> leave(); lose() }
  :: atomic { acts(me) && waits[me] && update[me] == done ->
       age[me] = sentAge[me]; writtenHeir[me] = newHeir[me]; answered() }
  :: atomic { acts(me) && waits[me] && update[me] == refused -> answered(); mustRead[me] = true }
  :: atomic { acts(me) && !waits[me] && update[me] == none && mustRead[me] ->
       mustRead[me] = false;
       if
       :: holder == me && term == ownTerm[me] -> knows[me] = true; writtenHeir[me] = heir
#ifndef WITHOUT_GOING_ON
       :: holder != me && term > ownTerm[me] && (holder == wantedHeir[me] || holder == writtenHeir[me]) -> isTaken[me] = true
#endif
       :: else -> lose()
       fi }
  :: atomic { isFree(me) && !looked[me] ->
       looked[me] = isPrompt;
       if
       :: isDue(me) -> send(0, wantedHeir[me])
       :: else -> skip
       fi }

  /* It offers the lease, or takes the offer back. */
  :: atomic { acts(me) && offers < OFFERS && wantedHeir[me] == NOBODY ->
       offers++;
       if
       :: to = (me + 1) % CANDIDATES
       :: to = (me + 2) % CANDIDATES
       fi;
#ifdef WITHOUT_MAKE_FIRST
       holder = NOBODY; outdate(0); outdate(1); outdate(2); lose();
#else
       wantedHeir[me] = to;
#ifdef WITHOUT_WRITTEN_HEIR
       told[to] = true; writtenHeir[me] = to;
#endif
#endif
       to = 0 }
  :: atomic { acts(me) && !isTaken[me] && wantedHeir[me] != NOBODY && offeredFor[me] == OFFERED ->
       wantedHeir[me] = NOBODY; offeredFor[me] = 0 }
#ifndef WITHOUT_WRITTEN_HEIR
  :: atomic { isFree(me) && wantedHeir[me] != writtenHeir[me] -> send(0, wantedHeir[me]) }
#endif

  :: atomic { isPrompt && !dead[0] && !dead[1] && !dead[2] ->
       dead[me] = true; isExcused = (phase[me] != contending || holder == me) }
  od
}

init {
  atomic {
    if
    :: isPrompt = true
    :: isPrompt = false
    fi;
    phase[0] = holding; ownTerm[0] = 1; knows[0] = true;
    run Time(); run Candidate(0); run Candidate(1); run Candidate(2)
  }
}
